// Figures as the engine's opinion and the review write them.
import { locale } from '../i18n';

/** "+3.5", "−0.4", "0.0" */
export function signedPoints(points: number): string {
  const rounded = Math.round(10 * points) / 10;
  const digits = Math.abs(rounded).toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return rounded === 0 ? digits : `${rounded < 0 ? '−' : '+'}${digits}`;
}
