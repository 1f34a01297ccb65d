import type { Context } from '../../cli/context/context.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import { makeIfAbsent } from '../if-absent.ts'
import { chainName, monitorView } from './view.ts'

/** Monitored addresses as they are asked for: each address on each chain. */
export interface MonitorsDraft {
  readonly addresses: readonly string[]
  readonly chainIds: readonly string[]
  readonly name: string | undefined
  readonly disabled: boolean
}

export async function addMonitors(
  context: Context,
  { addresses, chainIds, name, disabled }: MonitorsDraft,
  ifAbsent: boolean,
): Promise<void> {
  const client = await context.client()
  const paths = addresses.flatMap((address) => chainIds.map((chainId) => ({ address, chainId })))
  await forEachSettled(
    context,
    paths,
    async ({ address, chainId }) => {
      const find = async () => {
        // As many as there are chains, at most.
        const { content } = await client.call('listMonitors', { query: { address, size: 1000 } })
        return content.find((each) => each.chainId === chainId)
      }
      const make = () =>
        client.call('createMonitor', {
          body: { address, chainId, ...(name !== undefined && { name }), ...(disabled && { enabled: false }) },
        })
      const { body, wasThere } = await makeIfAbsent(context, ifAbsent, find, make)
      const state = body.enabled ? 'Monitoring' : wasThere ? 'disabled:' : 'Added, disabled:'
      const verb = wasThere ? `Already there: ${state.toLowerCase()}` : state
      const label = body.name === '' ? address : `${address} (${body.name})`
      await context.out.done(
        body,
        monitorView,
        `${verb} ${label} on ${chainName(chainId)} (${context.where()})\n  id ${body.id}`,
      )
    },
    ({ address, chainId }) => `${address} on ${chainName(chainId)}`,
  )
}
