import { Document, isScalar, type Node, visit } from 'yaml'
import type { PolicyDraft } from '../../api/schemas/policy-draft.ts'
import { counted } from '../../api/text/amounts.ts'
import { oneLine } from '../../shared/text/one-line.ts'

/** As the comments name what is left out; --json has more. */
const MOST_NAMED = 20

/** A draft as a manifest, with what each member was made of as its comment. */
export function draftText({ policy, notes, leftOut, summary, isDone }: PolicyDraft, since: string): string {
  const { name, mode, applies, ...clauses } = policy
  const document = new Document({ kind: 'policy', name, mode, ...(applies && { applies }), ...clauses })
  document.commentBefore = commentOf([
    `Drafted from ${counted(summary.passed, 'validation')} that passed since ${since}: what they did is allowed, and no more.`,
    'Limits are rounded up to two digits. Messages are not in it, as none is stored: add signs where some are signed.',
    ...(isDone ? [] : ['The time limit ended it: later validations are not in it.']),
    ...leftOutLines({ leftOut, summary }),
  ])
  for (const { path, text } of notes) {
    const node = document.getIn(
      path.split(/[.[\]]+/).filter((part) => part !== ''),
      true,
    ) as Node | undefined
    if (!node) continue
    if (isScalar(node)) node.comment = commentOf([text])
    else node.commentBefore = commentOf([text])
  }
  visit(document, {
    Seq(_, list) {
      list.flow = list.items.every((each) => isScalar(each) && !each.comment)
    },
  })
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

function leftOutLines({ leftOut, summary }: Pick<PolicyDraft, 'leftOut' | 'summary'>): string[] {
  if (leftOut.length === 0) return []
  const named = leftOut.slice(0, MOST_NAMED)
  const others = summary.leftOut - named.length
  return [
    `It would deny ${counted(summary.leftOut, 'validation')} of these:`,
    ...named.map(({ svcTxId, text }) => `  ${svcTxId}: ${text}`),
    ...(others > 0 ? [`  and ${counted(others, 'other')}`] : []),
  ]
}

function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${oneLine(line)}`).join('\n')
}
