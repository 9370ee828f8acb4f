import type { Message } from './index';

export const play: Record<string, Message> = {};
