import { chainById, setChains } from '../../api/chains.ts'
import { listChainSettings } from '../store/repositories/chain-nodes.ts'
import type { Db } from '../store/schema/schema.ts'

/**
 * Makes known in this process what the database says of chains: those that it defines, and the limits of others. Returns
 * whether there is one that was not known before.
 */
export async function loadChains(db: Db): Promise<boolean> {
  const settings = await listChainSettings(db)
  const isOneNew = settings.some(({ chainId }) => chainById(chainId) === undefined)
  setChains(settings)
  return isOneNew
}
