/**
 * Cases that are stricter than when they were frozen, by id, each with the reason: one sentence that says what is known
 * today that was not known then.
 */
export const worse: Readonly<Record<string, string>> = {}
