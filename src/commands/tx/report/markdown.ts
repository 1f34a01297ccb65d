import { oneLineWithHidden } from '../../../shared/text/one-line.ts'
import type { Block, Cell, Report } from './report.ts'

/** Markdown of a pull request or a ticket (GitHub's tables). */
export function markdownOf({ verdict, score, actions, headline, sections, footer }: Report): string {
  return `${[
    `## ${verdict}: ${escaped(score)}`,
    ...actions.map((action) => `**${escaped(action)}**`),
    escaped(headline),
    ...sections.flatMap(({ heading, blocks }) => [`### ${escaped(heading)}`, ...blocks.map(blockText)]),
    '---',
    ...footer.map(escaped),
  ].join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return escaped(block.text)
    case 'lines': {
      const lines = block.lines.map((line) => `${/^ */.exec(line)?.[0]}${oneLineWithHidden(line.trimStart())}`)
      const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)))
      const fence = '`'.repeat(longest + 1)
      return [`${fence}text`, ...lines, fence].join('\n')
    }
    case 'table':
      return [
        `| ${block.head.map(escaped).join(' | ')} |`,
        `|${block.head.map(() => ' --- |').join('')}`,
        ...block.rows.map((row) => `| ${row.map(cellText).join(' | ')} |`),
      ].join('\n')
  }
}

/** In a code span nothing but the grave accent and the bar has a meaning; an exact value has neither, or is text. */
function cellText(cell: Cell): string {
  if (typeof cell === 'string') return escaped(cell)
  const value = oneLineWithHidden(cell.exact)
  return /[`|]/.test(value) || value === '' ? escaped(value) : `\`${value}\``
}

/** Without markup, links, mentions and numbers of issues. */
function escaped(text: string): string {
  return oneLineWithHidden(text)
    .replace(/[\\`*_[\]|~$]/g, (sign) => `\\${sign}`)
    .replace(/[&<>@#]|:(?=\/\/)|(?<=www)\./gi, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/^(?=[-+=])/, '\\')
    .replace(/^(\d+)([.)])/, '$1\\$2')
}
