// The steps of the first game.
export {};
