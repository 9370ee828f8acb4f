// Why a game cannot be looked at, in words.
import type { EngineFault } from '../engine';
import { t } from '../i18n';
import { BadLink } from './link';
import { UnreadableFile } from './records';

/** The server has no such game, does not give it, or cannot be reached. */
export class NoRecord extends Error {
  constructor(readonly why: 'unknown' | 'unreached' | 'busy' | 'not_here') {
    super(why);
  }
}

/** Of an EngineError. */
export function faultOf(error: unknown): EngineFault | null {
  const fault = (error as { fault?: EngineFault } | null)?.fault;
  return typeof fault?.code === 'string' ? fault : null;
}

function engineWords({ code, reason, index }: EngineFault): string {
  switch (code) {
    case 'illegal':
      return index === undefined ? t('study.fault.refused', { reason }) : t('study.fault.illegal', { n: index + 1, reason });
    case 'bad_input':
      return t('study.fault.bad_input', { reason });
    case 'bad_setup':
      return t('study.fault.bad_setup', { reason });
    default:
      return t('study.fault.failed', { reason });
  }
}

export function faultWords(error: unknown): string {
  const fault = faultOf(error);
  if (fault) return engineWords(fault);
  if (error instanceof UnreadableFile) return t(`study.fault.file.${error.why}`, { n: error.record });
  if (error instanceof BadLink) return t('study.fault.link');
  if (error instanceof NoRecord) return t(`study.fault.${error.why}`);
  return t('study.fault.engine');
}
