import * as z from 'zod'
import { settingsOf } from '../../api/chains.ts'
import { chainSettings } from '../../api/schemas/chain.ts'
import { newChainId } from '../../api/schemas/primitives.ts'
import type { Client } from '../../client/client.ts'
import { type ManifestMembers, managed } from '../steps/managed-kind.ts'
import { readAll } from '../steps/paged-list.ts'
import { chains } from './resource.ts'

/** Chains that are defined, and others with limits of their own. */
export const managedChains = managed(chains, {
  schema: z.object({
    chainId: newChainId(),
    ...chainSettings().shape,
    maxFee: z
      .string()
      .regex(/^\d{1,77}$/, 'is not an amount in wei: decimal digits')
      .optional(),
  }),
  members: ['chainId', 'name', 'currency', 'decimals', 'explorer', 'finality', 'maxFee'],
  fixed: ['chainId'],
  typed: ['decimals', 'finality'],
  isAddition: () => true,
  async read(context) {
    const { content } = await readAll(context, chains)
    return content.filter(
      ({ source, finality, maxFee }) => source === 'defined' || finality !== undefined || maxFee !== undefined,
    )
  },
  membersOf: (chain) => ({ chainId: chain.id, ...settingsOf(chain) }),
  create: ({ client }, members) => setChain(client, members),
  // All of what is set is replaced.
  update: ({ client }, { members, stored }) => setChain(client, { ...stored, ...members }),
})

async function setChain(client: Client, { chainId, ...body }: ManifestMembers): Promise<string> {
  return (await client.call('setChain', { params: { chainId: String(chainId) }, body })).id
}
