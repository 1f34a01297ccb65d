import { existsSync } from 'node:fs'
import { chainById } from '../../api/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { WardenError } from '../../shared/errors.ts'
import type { SignedSafe } from '../../shared/safe/hashes.ts'
import { type SafeVersion, safeVersion } from '../../shared/safe/versions.ts'

export interface NodeFacts {
  readonly nonce: bigint
  readonly version: SafeVersion
}

/**
 * @returns what reads version and nonce of Safes from a node of the local service, each Safe once. It throws WardenError `usage`,
 * with the flag that is missing, where no node is configured
 */
export function nodeFacts(
  context: Context,
): (flag: string, account: Pick<SignedSafe, 'safe' | 'chainId'>) => Promise<NodeFacts> {
  const read = new Map<string, Promise<NodeFacts>>()
  return async (flag, { safe, chainId }) => {
    const chain = chainById(String(chainId))
    const why = chain ? missingNode(context) : `no node of chain ${chainId} can be configured`
    if (why !== undefined) throw usageError(`safe hash needs ${flag}: ${why}`)
    const found = read.get(safe) ?? readFacts(context, String(chainId), safe)
    read.set(safe, found)
    return found.catch((error: unknown) => {
      if (!(error instanceof WardenError) || error.code !== 'no-node') throw error
      throw usageError(`safe hash needs ${flag}: ${error.message}`)
    })
  }
}

/** Why there is no node to be read; undefined: there may be one. Opening the service would create its database. */
function missingNode({ configuration, env }: Context): string | undefined {
  const { addresses, database } = configuration()
  if (addresses) return 'a remote service is not read for it'
  const isConfigured = Object.keys(env).some((name) => /^TXWARDEN_CHAIN_.+_URL$/.test(name) && env[name])
  if (isConfigured || database.includes('://') || existsSync(database)) return undefined
  return 'no node is configured'
}

async function readFacts(context: Context, chainId: string, safe: string): Promise<NodeFacts> {
  const chain = await (await context.local()).chain()
  const { version: text = '', nonce } = await chain.readSafe(chainId, safe)
  const version = safeVersion(text)
  if (version) return { version, nonce }
  throw refusedError(`the hashes of version ${JSON.stringify(text)} of the Safe ${safe} are not known`)
}
