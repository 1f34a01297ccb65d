import { createHmac } from 'node:crypto'
import { WardenError } from '../../../shared/errors.ts'
import type { Keyring, MasterKey } from '../../secrets/keyring.ts'
import { open, sealingContext } from '../../secrets/sealing.ts'
import type { StoredChains } from '../../store/repositories/chain-nodes.ts'
import type { ChainNodeRow } from '../../store/schema/schema.ts'
import type { EnvironmentNode } from './environment-nodes.ts'

/** A node as it is configured. */
export interface NodeSource {
  readonly id: string
  readonly chainId: string
  readonly host: string
  /** Set for a stored node only. */
  readonly priority?: number
  /** A secret. Throws WardenError when it cannot be decrypted or read. */
  readonly url: () => string
  /** Key under which its probe is kept. */
  readonly probeKey: () => string
}

export interface Configured {
  readonly chains: StoredChains
  readonly environment: readonly EnvironmentNode[]
  readonly masterKey: MasterKey
}

/** Lists the configured nodes of a chain: those of the environment, which are meant for this process, then the stored ones. */
export function sourcesOf(chainId: string, { chains, environment, masterKey }: Configured): NodeSource[] {
  return [
    ...environment.filter((node) => node.chainId === chainId).map((node) => environmentSource(node, masterKey)),
    ...chains.nodes.filter((row) => row.chain_id === chainId).map((row) => storedSource(row, masterKey)),
  ]
}

function environmentSource({ id, chainId, host, url }: EnvironmentNode, masterKey: MasterKey): NodeSource {
  const isBad = url instanceof WardenError
  return {
    id,
    chainId,
    host,
    url() {
      if (isBad) throw url
      return url
    },
    probeKey: () => keyedHash(masterKey.require(), `${chainId} ${isBad ? id : url}`),
  }
}

function storedSource(row: ChainNodeRow, masterKey: MasterKey): NodeSource {
  const { id, chain_id: chainId, host, sealed_url, priority } = row
  return {
    id,
    chainId,
    host,
    priority,
    url: () => open(masterKey.require(), sealed_url, sealingContext.chainNode(row)),
    probeKey: () => id,
  }
}

/** Keys the hash: with a plain hash of a URL, a copy of the database would be enough to try keys. */
function keyedHash(keyring: Keyring, text: string): string {
  const key = keyring.keyOf(keyring.id)
  if (!key) throw new Error('the keyring lacks its own key')
  return createHmac('sha256', key).update(`chain-probe/${text}`).digest('hex')
}
