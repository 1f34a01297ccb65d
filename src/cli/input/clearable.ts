import type { Option } from '../options.ts'

/** What `none` gives: the stored value is to be cleared. */
export type Cleared = null

/** The same option for an update, which changes only what is given: `none` clears. */
export function clearable<T>(option: Option<T>): Option<T | Cleared, false> {
  return {
    ...option,
    help: `${option.help}; none clears`,
    required: false,
    parse: (flag, texts) => (isNone(texts) ? null : option.parse(flag, texts)),
  }
}

function isNone(texts: readonly string[]): boolean {
  return texts.length === 1 && texts[0]?.trim().toLowerCase() === 'none'
}
