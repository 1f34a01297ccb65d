import { activityKinds } from '../../api/vocabulary.ts'
import { defineCommand } from '../../cli/define.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { choice, one, parsed, text } from '../../cli/options.ts'
import { isoOf, parseMoment } from '../options/moment.ts'
import { pageOptions } from '../options/page-options.ts'
import { callAddition } from '../steps/addition.ts'
import { printPages } from '../steps/paged-list.ts'
import { activityView } from './activity-view.ts'
import { namedAddress } from './resource.ts'

const CHAIN_EVENTS = 'list of chain events'

export const monitorActivity = defineCommand({
  name: 'monitor activity',
  summary: 'List what happened to an address on followed chains, newest first',
  description:
    'Only while the address was monitored, and its chain was followed (`serve --follow`). `not validated here`: no validation of this service has the same sender, target, value, data and nonce. A reorg that removes a block makes its events `reorged`; when they do not return they are `retracted`.',
  arguments: { address: one('the address, in any case, or its name', { completes: 'monitor' }) },
  options: {
    chain: text('chain', 'only on this chain: id or name'),
    since: parsed('time', 'only in blocks since: an age such as 7d, or a time', parseMoment),
    kind: choice(activityKinds, 'only of this kind'),
    ...pageOptions,
  },
  examples: [
    { command: 'txwarden monitor activity <address>' },
    { command: 'txwarden monitor activity <address> --chain base --since 7d --all --json' },
    { command: 'txwarden monitor activity treasury --since 1d', note: 'by the name of `monitor add --name`' },
    { command: 'txwarden monitor activity <address> --kind allowance-spent' },
  ],
  async run(context, { address, chain, since, kind, ...page }) {
    const filter = {
      address: await namedAddress(context, address),
      chainId: await maybeChainIdOf(context, chain),
      since: isoOf(context, since),
      kind,
    }
    await printPages(context, page, {
      command: 'monitor activity',
      filters: { chain, kind },
      fetch: (query) =>
        callAddition(context, CHAIN_EVENTS, (client) =>
          client.call('listChainEvents', { query: { ...query, ...filter } }),
        ),
      view: activityView,
      empty: 'Nothing was seen: only monitored addresses on followed chains are. Try: txwarden chain status',
    })
  },
})
