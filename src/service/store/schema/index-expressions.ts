/** Expressions that have an index. A query uses the index only where it has the same expression. */

/** First and last three digits of the address in `address_key`; in parentheses, as PostgreSQL wants an expression. */
export const ENDS = '(substr(address_key, 3, 3) || substr(address_key, 40, 3))'

/** The place of the verdict of a transaction in `verdicts`, as `recordedVerdict` decides. */
export const VERDICT_RANK = `(case when valid = 0 then 4 when combined_score >= 70 then 3
      when combined_score >= 31 then 2 when known_by_age_only = 1 then 1 when coverage in ('none', 'simulated') then 1
      else 0 end)`

/**
 * A part of a call: the end of sender and receiver, and the first digits of the value. With whole addresses, almost every new
 * row would change another page of the index, which took two fifths of the time of an insert.
 */
export const CALL_KEY = "(substr(from_key, 35) || substr(coalesce(to_key, ''), 39) || substr(value, 1, 6) || chain_id)"
