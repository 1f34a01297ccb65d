import { Address, Hash, type Hex, Secp256k1, TxEnvelopeEip1559 } from 'ox'
import { hex } from './test-chain.ts'

/** An account with a key; on a chain of `startForkingChain` it has 1,000 ETH and 1,000,000 USDC. */
export interface FundedAccount {
  /** Lower case. */
  readonly address: string
  readonly privateKey: Hex.Hex
}

export interface Unsigned {
  readonly nonce?: number
  /** Absent: it creates a contract. */
  readonly to?: string | undefined
  /** Wei. */
  readonly value?: bigint
  readonly data?: string
}

/** A signed transaction; its hash is the same in whichever block it is. */
export interface Signed {
  readonly raw: string
  readonly hash: string
}

/** `count` accounts, the same ones for each `name`. */
export function fundedAccounts(name: string, count: number): readonly FundedAccount[] {
  return Array.from({ length: count }, (_, number) => {
    const privateKey = Hash.keccak256(`0x${Buffer.from(`${name} ${number}`).toString('hex')}`)
    const publicKey = Secp256k1.getPublicKey({ privateKey })
    return { address: Address.fromPublicKey(publicKey).toLowerCase(), privateKey }
  })
}

const MOST_GAS = 200_000n
const MOST_FEE = 100_000_000_000n

export function sign({ privateKey }: FundedAccount, chainId: number, unsigned: Unsigned): Signed {
  const { nonce = 0, to, value = 0n, data } = unsigned
  const envelope = TxEnvelopeEip1559.from({
    chainId,
    nonce: BigInt(nonce),
    gas: MOST_GAS,
    maxFeePerGas: MOST_FEE,
    maxPriorityFeePerGas: 0n,
    value,
    ...(to !== undefined && { to: to as Hex.Hex }),
    ...(data !== undefined && { data: data as Hex.Hex }),
  })
  const signature = Secp256k1.sign({ payload: TxEnvelopeEip1559.getSignPayload(envelope), privateKey })
  const raw = TxEnvelopeEip1559.serialize(envelope, { signature })
  return { raw, hash: Hash.keccak256(raw) }
}

const USDC_BALANCE = 10n ** 12n
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')

/** What a chain begins with: the accounts with their money, and contracts by address. */
export function genesisOf(
  accounts: readonly FundedAccount[],
  { usdc, code, timestamp }: { usdc: string; code: Readonly<Record<string, string>>; timestamp: number },
): object {
  const funded = accounts.map(({ address }) => [address, { balance: hex(10n ** 21n) }])
  // `balances` is the first variable of the token.
  const slotOf = (address: string) => Hash.keccak256(`0x${word(address)}${word(0n)}`)
  const storage = Object.fromEntries(accounts.map(({ address }) => [slotOf(address), `0x${word(USDC_BALANCE)}`]))
  const contracts = Object.entries(code).map(([address, bytes]) => [
    address,
    { balance: '0x0', code: bytes, ...(address === usdc && { storage }) },
  ])
  return {
    config: {},
    nonce: '0x0',
    timestamp: hex(timestamp),
    extraData: '0x',
    gasLimit: hex(60_000_000),
    difficulty: '0x0',
    mixHash: `0x${word(0n)}`,
    coinbase: `0x${'0'.repeat(40)}`,
    alloc: Object.fromEntries([...funded, ...contracts]),
  }
}
