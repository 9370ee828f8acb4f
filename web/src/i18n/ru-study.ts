// Texts of: study.
export default {} as const;
