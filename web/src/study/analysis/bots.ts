/** Those that think by a number of simulations, and so alike on every device; the last level thinks by the clock. */
export const BOTS_HERE = ['level1', 'level2', 'level3', 'level4', 'level5', 'level6', 'level7'] as const;
