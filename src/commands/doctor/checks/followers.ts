import { type ChainRow, withCommand } from '../../chain/chain-row.ts'
import { ageText, attentionText } from '../../chain/followers-view.ts'
import { type Check, type CheckVerdict, fail, pass, warn } from '../check.ts'

/** A chain that is further behind is not watched (seconds). */
const LATE_S = 300

/** Nothing for a chain that is not followed and has no monitored address. */
export const followers: Check = {
  name: 'followers',
  look: async (subject) => {
    if (!(await subject.isUsable())) return []
    const client = await subject.client()
    const { content } = await client.call('listChains')
    return content.flatMap((chain) => verdictOf(withCommand(chain)) ?? [])
  },
}

function verdictOf(status: ChainRow): CheckVerdict | undefined {
  const { chain, state, tip, lagSeconds, monitored, reason, next } = status
  const command = next ?? `txwarden chain status ${chain}`
  const text = attentionText(status)
  const isLate = lagSeconds !== null && lagSeconds > LATE_S
  const late = isLate ? `; the last block that was read is ${ageText(lagSeconds)} old` : ''
  if (state === 'NOT_FOLLOWED') {
    if (monitored === 0) return undefined
    // A server that was killed is a fault; one that was stopped, or never started, may be meant.
    return (reason === null ? warn : fail)(`${chain}: ${text}${late}`, command)
  }
  if (state === 'STOPPED') return fail(`${chain} stopped: ${text ?? 'no reason'}${late}`, command)
  if (state === 'WAITING') return (isLate ? fail : warn)(`${chain} waits: ${text ?? 'no reason'}${late}`, command)
  if (isLate) return fail(`${chain}: the last block that was read is ${ageText(lagSeconds)} old`, command)
  return pass(`${chain}: ${tip === null ? 'starting' : `block ${tip}`}, ${monitored} monitored`)
}
