import { isZeroAddress } from '../../../evm/words.ts'
import { type Action, type DecodedCall, exchange } from '../../actions/actions.ts'
import type { RightName } from '../../actions/forms.ts'
import { argumentsAs } from '../../decode/arguments.ts'
import type { KnownMessage, Meaning, SignedMessage } from '../known-message.ts'
import { hyperliquid } from '../protocols.ts'

/** Actions of Hyperliquid that a wallet signs. The exchange accepts them, not a contract. */

const ADDRESS = /^0x[0-9a-f]{40}$/i

interface Sent {
  /** Text: the chain of the exchange has no type for addresses. */
  readonly destination: string
  readonly amount: string
  /** `PURR:0xc1fb…`; absent: USDC. */
  readonly token?: string
}

/** Assets leave the exchange, or the account on it. */
const sends = ({ message, signer: payer }: SignedMessage): Meaning => {
  const { destination, amount, token = 'USDC' } = argumentsAs<Sent>(message)
  if (!ADDRESS.test(destination)) return { unreadable: 'The destination is not an address.' }
  const to = destination.toLowerCase()
  return {
    actions: (call) => [exchange(call, { form: 'withdrawal', payer, gives: [], receives: [], to })],
    remarks: [`Hyperliquid pays ${JSON.stringify(amount)} of ${JSON.stringify(token.split(':')[0])}.`],
  }
}

/** @param ends whether the right ends */
function gives(right: RightName, holder: string, ends: (message: SignedMessage['message']) => boolean) {
  return ({ message, signer: owner }: SignedMessage): Meaning => {
    const authority = String(message[holder])
    const revokes = isZeroAddress(authority) || ends(message)
    return { actions: (call) => [{ kind: 'right', call, right, owner, authority, revokes }] }
  }
}

const ZERO_RATE = /^0*(?:\.0*)?%?$/

/** The account is then controlled by these signers alone. */
const multiSig = ({ message, signer: contract }: SignedMessage): Meaning => {
  const { signers } = argumentsAs<{ signers: string }>(message)
  const found = signers.match(/0x[0-9a-f]{40}(?![0-9a-f])/gi) ?? []
  if (found.length === 0 && signers !== 'null') return { unreadable: 'The signers of the account cannot be read.' }
  const control = (call: DecodedCall, authority: string): Action => ({
    ...{ kind: 'control', call, form: 'ownership', contract, authority },
  })
  return { actions: (call) => found.map((address) => control(call, address.toLowerCase())) }
}

const hashed = (): Meaning => ({
  unreadable: 'The action of Hyperliquid is behind a hash: it can be any order or transfer.',
})

function row(
  name: string,
  members: string,
  meaning: KnownMessage['meaning'],
  more: Pick<KnownMessage, 'harmless'> = {},
): KnownMessage {
  return {
    type: `HyperliquidTransaction:${name}(string hyperliquidChain,${members})`,
    source: 'signing.py of hyperliquid-python-sdk',
    protocol: hyperliquid,
    ...more,
    meaning,
  }
}

export const hyperliquidMessages: readonly KnownMessage[] = [
  row('UsdSend', 'string destination,string amount,uint64 time', sends),
  row('SpotSend', 'string destination,string token,string amount,uint64 time', sends),
  row('Withdraw', 'string destination,string amount,uint64 time', sends),
  row(
    'SendAsset',
    'string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce',
    sends,
  ),
  row(
    'ApproveAgent',
    'address agentAddress,string agentName,uint64 nonce',
    gives('manage', 'agentAddress', () => false),
  ),
  row(
    'ApproveBuilderFee',
    'string maxFeeRate,address builder,uint64 nonce',
    gives('spend', 'builder', ({ maxFeeRate }) => ZERO_RATE.test(String(maxFeeRate))),
  ),
  row(
    'TokenDelegate',
    'address validator,uint64 wei,bool isUndelegate,uint64 nonce',
    gives('stake', 'validator', ({ isUndelegate }) => isUndelegate === true),
  ),
  row('ConvertToMultiSigUser', 'string signers,uint64 nonce', multiSig),
  row('SendMultiSig', 'bytes32 multiSigActionHash,uint64 nonce', hashed),
  row('UsdClassTransfer', 'string amount,bool toPerp,uint64 nonce', () => ({}), { harmless: true }),
  {
    type: 'Agent(string source,bytes32 connectionId)',
    source: 'signing.py of hyperliquid-python-sdk, actions on its own chain',
    protocol: hyperliquid,
    meaning: hashed,
  },
]
