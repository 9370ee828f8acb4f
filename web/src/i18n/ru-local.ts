// Texts of: local.
export default {} as const;
