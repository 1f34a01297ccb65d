import { checksummed } from '../../../api/address.ts'
import { chainById } from '../../../api/chains.ts'
import { nativeAmount } from '../../../api/text/assets.ts'
import { commandFor } from '../../../api/text/commands.ts'
import { isoDate } from '../../../shared/text/iso-date.ts'
import { nameWithAddress } from '../../alerts/delivery/messages/message-words.ts'
import type { Dispute } from '../audit/disputes.ts'
import type { NotifyContext } from './notify-context.ts'
import { notifyNotice } from './notify-notice.ts'

/** Addresses that are reported one by one: a node with a fault can dispute all of them. `chain status` counts the others. */
const MOST_REPORTED = 10

/** Reports monitored addresses on which nodes disagree, each once a day: nothing else is reported about what moved there. */
export async function notifyDisputes(context: NotifyContext, disputes: readonly Dispute[]): Promise<void> {
  const chain = chainById(context.chainId)
  const day = isoDate(context.now)
  for (const { monitor, block, answers } of disputes.slice(0, MOST_REPORTED)) {
    await notifyNotice(context, {
      kind: 'disagreement',
      incident: `state:${monitor.address_key}:${day}`,
      text: `nodes disagree about ${nameWithAddress({ address: checksummed(monitor.address_key), name: monitor.name })}: what moved there is not known`,
      details: [
        ...answers.map(
          ({ host, state: { balance, nonce } }) =>
            `${host}: ${nativeAmount(String(balance), context.chainId)}, nonce ${nonce}, at block ${block}`,
        ),
        'It is compared again until they agree',
      ],
      command: commandFor['test-nodes'](chain?.name ?? context.chainId),
    })
  }
}

/** Gives one line for the state of the chain; undefined without disputes. */
export function disputesText(disputes: readonly Dispute[]): string | undefined {
  const [first] = disputes
  if (!first) return undefined
  const hosts = [...new Set(first.answers.map(({ host }) => host))]
  const who = `the state of ${checksummed(first.monitor.address_key)}`
  const others = disputes.length === 1 ? '' : ` and ${disputes.length - 1} more`
  return hosts.length === 1
    ? `${hosts[0]} contradicts itself about ${who}${others}`
    : `${hosts.join(' and ')} disagree about ${who}${others}`
}
