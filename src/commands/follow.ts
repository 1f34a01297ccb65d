import { chainName } from '../api/text/chains.ts'
import type { Context, FollowRequest } from '../cli/context/context.ts'
import { defineCommand } from '../cli/define.ts'
import { usageError } from '../cli/errors/usage.ts'
import { many, splitList, text } from '../cli/options.ts'
import { untilAborted } from '../shared/time/sleep.ts'
import { chainsToFollow, maxGapOption, noteNothing, noteUnfollowed } from './options/follow-options.ts'

import { noteMetrics } from './options/metrics-option.ts'

export const follow = defineCommand({
  name: 'follow',
  replacedBy: 'serve --follow <chains> --no-http',
  summary: 'Follow chains and send alerts, without serving HTTP',
  description: 'As `serve --follow` does, without an HTTP server.',
  requests: false,
  arguments: { chains: many('chains to follow: ids or names, or `all`: those with a node or monitored addresses') },
  options: {
    database: text('database', "SQLite file, or postgres://user@host/name; default: the profile's"),
    maxGap: maxGapOption,
  },
  examples: [{ command: 'txwarden follow ethereum' }, { command: 'txwarden follow all --max-gap 72h' }],
  async run(context, { chains: given = [], database, maxGap }) {
    const chosen = await chainsToFollow(context, splitList(given), '')
    await followChains(context, {
      follow: chosen,
      ...(database !== undefined && { database }),
      ...(maxGap !== undefined && { maxGapMs: maxGap }),
    })
  },
})

/** Follows chains without an HTTP server until the signal. */
export async function followChains(context: Context, request: FollowRequest): Promise<undefined> {
  if (request.follow?.length === 0 && !request.safes?.length)
    throw usageError('there is nothing to follow: name chains, or `all`')
  const following = await context.follow(request)
  try {
    const { chains, metricsUrl } = following
    const { safes = [] } = request
    if (chains.length === 0 && safes.length === 0) await noteNothing(context)
    else {
      const names = [...chains.map(chainName), ...(safes === 'all' ? ['all Safes'] : safes)]
      await context.out.text(
        context.out.isJson
          ? JSON.stringify({
              chains: chains.map(chainName),
              ...(safes.length > 0 && { safes }),
              ...(metricsUrl !== undefined && { metrics: metricsUrl }),
              pid: process.pid,
            })
          : names.join('\n'),
      )
      await noteMetrics(context, metricsUrl)
      await noteUnfollowed(context, following)
      await untilAborted(context.signal)
    }
  } finally {
    await following.stop()
  }
}
