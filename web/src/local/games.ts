// Games that this browser keeps.
export {};
