// The review as a file: what `bastide review --json` prints.
import type { Review } from '../../engine';

export function reviewText(review: Review): string {
  return `${JSON.stringify(review)}\n`;
}

export function saveReview(review: Review): void {
  const address = URL.createObjectURL(new Blob([reviewText(review)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'bastide-review.json';
  link.click();
  URL.revokeObjectURL(address);
}
