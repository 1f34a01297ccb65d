import * as z from 'zod'
import { verdicts } from '../verdict.ts'
import { address, always, chainId, component, map, shown } from './primitives.ts'
import { validationResult } from './transaction.ts'

/** An addition under /ext/v1, absent from a hosted service. */

export const typedDataRequest = component('TypedDataRequest', () => ({
  chainId: chainId().nullish().meta({
    description:
      'Chain of the wallet. Absent: the chain of the message. A message for another chain is a WARNING. Without any, or for a chain that is neither listed nor defined, the verdict is NO DATA or worse.',
  }),
  from: address().nullish().meta({ description: 'The signer. Absent: the account that the message names.' }),
  typedData: map(64, 'is not typed data: an object with types, primaryType, domain and message').meta({
    description:
      'EIP-712 typed data as of eth_signTypedData_v4: types, primaryType, domain and message. Or an EIP-7702 authorization: chainId, address and nonce.',
  }),
}))
export type TypedDataRequest = z.infer<ReturnType<typeof typedDataRequest>>

export const messageDigests = component(
  'MessageDigests',
  () => ({
    domainHash: shown.transactionHash().meta({ description: 'hashStruct of the domain.' }),
    messageHash: shown.transactionHash().meta({ description: 'hashStruct of the message.' }),
    digest: shown.transactionHash().meta({ description: 'What is signed; of a SafeTx it is the safeTxHash.' }),
    calldataDigest: shown.transactionHash().optional().meta({
      description: 'ERC-8213 digest of the data of a SafeTx.',
    }),
  }),
  {
    description: 'Hashes of EIP-712, as devices show them. Compare them before you sign.',
  },
)

export type MessageDigests = z.infer<ReturnType<typeof messageDigests>>

export const typedDataResult = component(
  'TypedDataResult',
  () => ({
    verdict: always(z.enum(verdicts)),
    ...validationResult()
      .omit({ svcTxId: true, payload: true, payloadSlot: true })
      .required({ explanation: true, coverage: true }).shape,
    digests: messageDigests().optional().meta({
      description: 'Absent: an authorization, or a message that wallets hash differently (its types have uint or int).',
    }),
    reservationId: z.string().optional().meta({
      description:
        'Under which budgets of policies keep what it spends: it can be released like a svcTxId. Absent: it spends from none.',
    }),
  }),
  {
    description: 'The result of a validation. Nothing is stored but what the message spends from budgets of policies.',
  },
)
export type TypedDataResult = z.infer<ReturnType<typeof typedDataResult>>
