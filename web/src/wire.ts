// The messages, as `bastide types` prints them for programs; the engine in the page speaks of games in the same words.
export * from '../../packages/engine/src/wire';
