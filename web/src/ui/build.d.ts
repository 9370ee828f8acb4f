/** The version of all pictures that this page was built with; empty while developing. See offline/plugin.ts. */
declare const __PICTURES__: string;
