import type { Context } from '../../cli/context/context.ts'
import { chainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { required, text } from '../../cli/options.ts'

/** The key of a tracked nonce. */
export const nonceOptions = {
  chain: required(text('chain', 'chain id or name')),
  to: required(text('address', 'contract that verifies the payload')),
  from: required(text('address', 'sender of the transaction')),
}

export async function countedFor(
  context: Context,
  { chain, to, from }: { readonly chain: string; readonly to: string; readonly from: string },
): Promise<{ chainId: string; to: string; from: string }> {
  const chainId = await chainIdOf(context, chain)
  await requireAddresses({ to, from })
  return { chainId, to, from }
}
