import { commandFor } from '../../../api/text/commands.ts'
import type { Context } from '../../../cli/context/context.ts'
import { ageText } from '../../../shared/text/age-text.ts'
import { attentionText } from '../../chain/followers-view.ts'
import { type ChainRow, withCommand } from '../../chain/view.ts'
import { type CheckVerdict, fail, ofLocalService, pass, warn } from '../check.ts'
import { sinceText } from '../subject.ts'

/** A chain that is further behind is not watched (seconds). */
const LATE_S = 300

/** Nothing for a chain that is not followed and has no monitored address. */
export const followers = ofLocalService('followers', async (client, { context }) => {
  const { content } = await client.call('listChains')
  return content.flatMap((chain) => verdictOf(withCommand(chain), context) ?? [])
})

function verdictOf(status: ChainRow, context: Context): CheckVerdict | undefined {
  const { chain, state, tip, lagSeconds, monitored, reason, next, silentSince } = status
  const since = sinceText(silentSince, context)
  const silent = since === '' ? '' : `, silent ${since}`
  const command = next ?? commandFor['show-chain'](chain)
  const text = attentionText(status)
  const isLate = lagSeconds !== null && lagSeconds > LATE_S
  // One that was never followed has no block.
  const isLost = isLate || (silentSince !== null && context.clock.now() - Date.parse(silentSince) > LATE_S * 1000)
  const late = isLate ? `; the last block that was read is ${ageText(lagSeconds)} old` : ''
  if (state === 'NOT_FOLLOWED') {
    if (monitored === 0) return undefined
    // A server that was killed is a fault; one that was stopped, or never started, may be meant.
    return (reason === null ? warn : fail)(`${chain}: ${text}${silent}${late}`, command)
  }
  if (state === 'STOPPED') return fail(`${chain} stopped: ${text ?? 'no reason'}${silent}${late}`, command)
  if (state === 'WAITING')
    return (isLost ? fail : warn)(`${chain} waits: ${text ?? 'no reason'}${silent}${late}`, command)
  if (isLate) return fail(`${chain}: the last block that was read is ${ageText(lagSeconds)} old`, command)
  return pass(`${chain}: ${tip === null ? 'starting' : `block ${tip}`}, ${monitored} monitored`)
}
