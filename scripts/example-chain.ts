import { readFileSync, writeFileSync } from 'node:fs'
import { AbiFunction, Hash, Hex } from 'ox'

/**
 * The chain of docs/chain.md: the state that anvil begins with (`--init`), and a transaction on it. USDC is where it is on
 * Ethereum; an exchange that nobody knows gives a token that calls itself USDT in Cyrillic letters.
 */
const GENESIS = 'examples/chain/genesis.json'
const TRANSACTION = 'examples/chain/exchange.json'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const EXCHANGE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const FAKE = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const OPERATOR = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'

const AMOUNT = 30_000_000_000n

/** Slots of Erc20 in test/chain/contracts/Tokens.sol. */
const slots = { balances: 0, allowances: 1, name: 4, symbol: 5, decimals: 6 }

const word = (value: Hex.Hex | bigint | number) =>
  Hex.padLeft(typeof value === 'string' ? value : Hex.fromNumber(value), 32)
const inMap = (key: Hex.Hex, slot: Hex.Hex | number) => Hash.keccak256(Hex.concat(word(key), word(slot)))
/** At most 31 bytes. */
const shortText = (text: string) => {
  const bytes = Hex.fromString(text)
  return Hex.concat(Hex.padRight(bytes, 31), Hex.fromNumber(2 * Hex.size(bytes), { size: 1 }))
}

function codeOf(source: string, contract: string): string {
  const compiled = JSON.parse(readFileSync(`test/chain/contracts/${source}.json`, 'utf8'))
  return compiled[contract].code
}

function token(name: string, symbol: string, storage: Readonly<Record<Hex.Hex, bigint>>) {
  const texts = { [word(slots.name)]: shortText(name), [word(slots.symbol)]: shortText(symbol) }
  const numbers = Object.entries<bigint>({ [word(slots.decimals)]: 6n, ...storage }).map(([slot, value]) => [
    slot,
    word(value),
  ])
  return { balance: '0x0', code: codeOf('Tokens', 'Erc20'), storage: { ...texts, ...Object.fromEntries(numbers) } }
}

/** Path and content of both files. */
export function exampleChain(): ReadonlyMap<string, string> {
  const alloc = {
    [SENDER]: { balance: Hex.fromNumber(10n ** 19n) },
    [USDC]: token('USD Coin', 'USDC', {
      [inMap(SENDER, slots.balances)]: 250_000_000_000n,
      [inMap(EXCHANGE, inMap(SENDER, slots.allowances))]: AMOUNT,
    }),
    [FAKE]: token('Tether USD', 'USD\u0422', { [inMap(EXCHANGE, slots.balances)]: 10n ** 12n }),
    [EXCHANGE]: { balance: '0x0', code: codeOf('Drainers', 'FakeExchange'), storage: { [word(0)]: word(OPERATOR) } },
  }
  const block = { number: '0x0', timestamp: '0x69573200', gasLimit: '0x1c9c380', difficulty: '0x0' }
  const forks = { chainId: 1, terminalTotalDifficulty: 0 }
  const exchange = AbiFunction.from('function exchange(address given, address received, uint256 amount)')
  const data = AbiFunction.encodeData(exchange, [USDC, FAKE, AMOUNT])
  const genesis = { config: forks, ...block, alloc }
  const transaction = { chainId: '1', from: SENDER, to: EXCHANGE, data }
  return new Map([
    [GENESIS, `${JSON.stringify(genesis, null, 2)}\n`],
    [TRANSACTION, `${JSON.stringify(transaction, null, 2)}\n`],
  ])
}

if (import.meta.main) for (const [path, content] of exampleChain()) writeFileSync(path, content)
