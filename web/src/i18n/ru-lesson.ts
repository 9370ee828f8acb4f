// Texts of: lesson.
export default {} as const;
