// What keys do at a table.
import type { Flow } from './flow.svelte';
import type { Command } from './keyboard';

export interface TableTools {
  toggleOverlay(kind: 'fields' | 'all'): void;
  toggleList(): void;
  zoomBy(factor: number): void;
  panBy(dx: number, dy: number): void;
  fit(): void;
  help(): void;
  /** The card of what is marked. */
  showCard(): void;
  closeCard(): boolean;
}

const STEP = 90;

/** False if the key is the browser's after all. */
export function obey(command: Command, flow: Flow, tools: TableTools): boolean {
  switch (command.do) {
    case 'move':
      flow.move(command.direction);
      return true;
    case 'pan':
      tools.panBy(-command.direction[0] * STEP, command.direction[1] * STEP);
      return true;
    case 'cycle':
      return flow.cycle(command.step);
    case 'rotate':
      flow.rotate(command.step);
      return true;
    case 'number':
      flow.chooseNumber(command.number);
      return true;
    case 'confirm':
      flow.confirm();
      return true;
    case 'skip':
      flow.decline();
      return true;
    case 'kind':
      flow.nextPiece();
      return true;
    case 'back':
      if (!tools.closeCard() && !flow.cancel()) flow.decline();
      return true;
    default:
      return useTool(command.do, tools);
  }
}

function useTool(name: Exclude<Command['do'], 'move' | 'pan' | 'cycle' | 'rotate' | 'number'>, tools: TableTools): boolean {
  switch (name) {
    case 'fields':
      tools.toggleOverlay('fields');
      break;
    case 'overlay':
      tools.toggleOverlay('all');
      break;
    case 'list':
      tools.toggleList();
      break;
    case 'zoom_in':
      tools.zoomBy(1.25);
      break;
    case 'zoom_out':
      tools.zoomBy(0.8);
      break;
    case 'fit':
      tools.fit();
      break;
    case 'card':
      tools.showCard();
      break;
    case 'help':
      tools.help();
      break;
    default:
      return false;
  }
  return true;
}
