import { didYouMean } from '../../shared/did-you-mean.ts'
import type { Context } from '../context/context.ts'
import { type Option, splitList } from '../options.ts'
import { usageError } from '../usage.ts'

/**
 * Options whose words the interface leaves open: the local service knows its own, a remote one may know more. Known
 * words come as the contract writes them, in whatever case they were typed; others as typed, for `checkWords` to judge.
 */
export function openChoice<C extends string>(words: readonly C[], help: string): Option<C, false> {
  return {
    placeholder: words.length <= 3 ? words.join('|') : 'name',
    help: helpOf(words, help),
    choices: words,
    repeatable: false,
    required: false,
    parse: (flag, texts) => {
      const given = texts.at(-1)?.trim()
      if (!given) throw usageError(`${flag} needs a value`)
      return asWritten(words, given)
    },
  }
}

/** Several of them; repeatable, and takes commas. */
export function openChoices<C extends string>(words: readonly C[], help: string): Option<readonly C[], false> {
  return {
    placeholder: words.length <= 3 ? words.join(',') : 'names',
    help: helpOf(words, help),
    choices: words,
    repeatable: true,
    required: false,
    parse: (_, texts) => [...new Set(splitList(texts).map((word) => asWritten(words, word)))],
  }
}

/** Refuses a word we do not know; on a remote profile it is sent, with a line that says so. */
export async function checkWords(
  context: Context,
  flag: string,
  words: readonly string[],
  given: readonly string[],
): Promise<void> {
  for (const word of given) {
    if (words.includes(word)) continue
    if (!context.configuration().addresses)
      throw usageError(`${flag}: ${JSON.stringify(word)} is not one of ${words.join(', ')}${didYouMean(word, words)}`)
    await context.note(`${flag} ${word} is not one this program knows; sending it all the same.`)
  }
}

/** Few words stand in the placeholder, many in the text. */
function helpOf(words: readonly string[], help: string): string {
  return words.length <= 3 ? help : `${help}: ${words.join(', ')}`
}

/** A word beyond the set keeps its type: whoever uses it hands it to `checkWords` first. */
function asWritten<C extends string>(words: readonly C[], given: string): C {
  return words.find((word) => word.toLowerCase() === given.toLowerCase()) ?? (given as C)
}
