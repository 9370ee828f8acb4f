// Texts of: review.
export default {} as const;
