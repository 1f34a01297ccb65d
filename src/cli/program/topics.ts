import { exitCodesHelp } from '../errors/exit-codes.ts'
import { flagTerm } from '../options.ts'
import { wrapWords } from '../output/words.ts'
import { globalOptions } from './globals.ts'
import { glossary } from './glossary.ts'

/** Pages of `txwarden help <topic>`, by topic. */
const topics: Readonly<Record<string, (columns: number) => string>> = {
  'exit-codes': exitCodesHelp,
  flags: (columns) =>
    page(
      'Flags of every command. They may come before or after the command.',
      Object.entries(globalOptions).map(([name, option]) => [flagTerm(name, option), option.help] as const),
      columns,
    ),
  glossary: (columns) => page('Words of txwarden and of the field.', glossary, columns),
}

export const topicNames = Object.keys(topics)

export function topicText(topic: string, columns: number): string | undefined {
  return Object.hasOwn(topics, topic) ? topics[topic]?.(columns) : undefined
}

function page(title: string, rows: readonly (readonly [string, string])[], columns: number): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  const lines = rows.flatMap(([term, text]) =>
    wrapWords(text, Math.max(columns - width - 4, 20)).map(
      (line, index) => `  ${(index === 0 ? term : '').padEnd(width)}  ${line}`,
    ),
  )
  return `${[...wrapWords(title, columns), '', ...lines].join('\n')}\n`
}
