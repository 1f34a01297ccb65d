/**
 * What shows a transaction: 0 the report of another key than the one that validated it, 1 the report of that key or of the
 * operator, 2 a node.
 */
export type Standing = 0 | 1 | 2

export const CONFIRMED: Standing & 2 = 2
