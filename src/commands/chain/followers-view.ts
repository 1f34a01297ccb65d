import { counted } from '../../api/text/amounts.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { TableOptions } from '../../cli/output/table.ts'
import type { View } from '../../cli/output/view.ts'
import { wrapSentence } from '../../cli/output/words.ts'
import { ageText } from '../../shared/text/age-text.ts'
import { type ChainRow, NO_NODES, statusView } from './view.ts'

type State = ChainRow['state']

export const followerView: View<ChainRow> = {
  columns: [
    { field: 'chain', header: 'CHAIN', importance: 9, leads: true, paint: (text, _, paint) => paint.bold(text) },
    {
      field: 'state',
      header: 'STATE',
      importance: 9,
      show: ({ state }) => stateText(state),
      paint: (text, { state }, paint) => paintState(text, state, paint),
    },
    { field: 'head', header: 'HEAD', importance: 7 },
    { field: 'tip', header: 'TIP', importance: 8 },
    { field: 'lagBlocks', header: 'BEHIND', importance: 8 },
    {
      field: 'lagSeconds',
      header: 'TIP AGE',
      importance: 8,
      show: ({ lagSeconds }) => (lagSeconds === null ? '' : ageText(lagSeconds)),
    },
    { field: 'mode', header: 'MODE', importance: 6 },
    { field: 'holder', header: 'SERVER', importance: 3 },
    { field: 'callsToday', header: 'CALLS TODAY', importance: 4 },
    { field: 'monitored', header: 'MONITORED', importance: 5 },
    { field: 'node', header: 'NODE', importance: 4 },
    { field: 'silentSince', header: 'SILENT SINCE', kind: 'time', importance: 8 },
    // On a terminal it is below the table.
    { field: 'reason', header: 'WHY', importance: 0 },
  ],
}

/** "at head", "not followed". */
function stateText(state: State): string {
  return state.toLowerCase().replaceAll('_', ' ')
}

function paintState(text: string, state: State, paint: Paint): string {
  if (state === 'STOPPED') return paint.bad(text)
  if (state === 'WAITING') return paint.warn(text)
  return state === 'AT_HEAD' ? paint.good(text) : text
}

/** Chains, what needs attention, and the nodes where they were read. */
export async function statusScreen(): Promise<
  (rows: readonly ChainRow[], paint: Paint, screen: Omit<TableOptions, 'paint'>) => string
> {
  const { renderRows } = await import('../../cli/output/table.ts')
  return (rows, paint, screen) => {
    if (rows.length === 0) return `${NO_NODES}\n`
    const options = { ...screen, paint }
    const nodes = rows.flatMap((row) => row.nodes ?? [])
    return [
      renderRows(rows, followerView, options),
      ...rows.flatMap((row) => attention(row, paint, screen.width)),
      ...(nodes.length > 0 ? ['\n', renderRows(nodes, statusView, options)] : []),
    ].join('')
  }
}

/** Why a chain is not read, and the command that changes that. */
function attention(row: ChainRow, paint: Paint, width: number): string[] {
  const text = attentionText(row)
  if (text === undefined) return []
  const { chain, next } = row
  const [first = '', ...more] = wrapSentence(`${chain}: ${text}`, width - 2)
  const command = next === null ? '' : `  ${paint.dim('Try:')} ${next}\n`
  return [`\n${paint.warn('!')} ${first}\n${more.map((line) => `  ${line}\n`).join('')}${command}`]
}

/** One clause; undefined: nothing to say. */
export function attentionText({ state, reason, monitored, backfill }: ChainRow): string | undefined {
  if (state !== 'NOT_FOLLOWED') return reason ?? backfill?.reason ?? undefined
  const unfollowed = counted(monitored, 'monitored address is', 'monitored addresses are')
  const missing = monitored > 0 ? [`${unfollowed} not followed`] : []
  return [...missing, ...(reason === null ? [] : [reason])].join('; ') || undefined
}
