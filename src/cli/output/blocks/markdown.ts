import { oneLineWithHidden } from '../../../shared/text/one-line.ts'
import { type DocumentPage, EXACT, type PageBlock, pageBlocks } from './page.ts'

/** Markdown of a pull request or a ticket (GitHub's tables). */
export function markdownOf({ verdict, score, actions, headline, sections, footer }: DocumentPage): string {
  return `${[
    `## ${verdict}: ${escaped(score)}`,
    ...actions.map((action) => `**${escaped(action)}**`),
    escaped(headline),
    ...sections.flatMap(({ heading = '', note, blocks }) => [
      `### ${escaped(heading)}${note === undefined ? '' : ` (${escaped(note)})`}`,
      ...blocks.flatMap(pageBlocks).map(blockText),
    ]),
    '---',
    ...footer.map(escaped),
  ].join('\n\n')}\n`
}

function blockText(block: PageBlock): string {
  switch (block.kind) {
    case 'text':
      return marked(block.text)
    case 'lines': {
      const lines = block.lines.map((line) => `${/^ */.exec(line)?.[0]}${oneLineWithHidden(line.trimStart())}`)
      const longest = Math.max(2, ...lines.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)))
      const fence = '`'.repeat(longest + 1)
      return [`${fence}text`, ...lines, fence].join('\n')
    }
    case 'list':
      return block.items.map(({ text, note }) => `- ${marked(text)}${note ? `<br>${marked(note)}` : ''}`).join('\n')
    case 'rows':
      return [
        `| ${block.head.map(escaped).join(' | ')} |`,
        `|${block.head.map(() => ' --- |').join('')}`,
        ...block.rows.map((row) => `| ${row.map(marked).join(' | ')} |`),
      ].join('\n')
  }
}

function marked(text: string): string {
  return escaped(text).replace(EXACT, '`$&`')
}

/** Without markup, links, mentions and numbers of issues. */
function escaped(text: string): string {
  return oneLineWithHidden(text)
    .replace(/[\\`*_[\]|~$]/g, (sign) => `\\${sign}`)
    .replace(/[&<>@#]|:(?=\/\/)|(?<=www)\./gi, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/^(?=[-+=])/, '\\')
    .replace(/^(\d+)([.)])/, '$1\\$2')
}
