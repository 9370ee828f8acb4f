import type { EngineFault } from './types.js';

/** What every refusal of the engine is thrown as. */
export class EngineError extends Error {
  readonly fault: EngineFault;

  constructor(fault: EngineFault) {
    super(fault.reason);
    this.name = 'EngineError';
    this.fault = fault;
  }
}
