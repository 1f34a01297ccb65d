// Pays through the proxy: DEPLOYER_KEY=0x… txwarden proxy -- node viem.mjs 0x…
import { BaseError, createWalletClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

const [to, ether = '0.1'] = process.argv.slice(2)
const client = createWalletClient({
  account: privateKeyToAccount(process.env.DEPLOYER_KEY),
  chain: mainnet,
  transport: http(process.env.ETH_RPC_URL ?? 'http://127.0.0.1:8645'),
})

try {
  process.stdout.write(`sent: ${await client.sendTransaction({ to, value: parseEther(ether) })}\n`)
} catch (error) {
  // viem calls it "Transaction creation failed."; the reason is in `details`, what programs read in `data`.
  const refusal = error instanceof BaseError && error.walk(({ data }) => data?.source === 'txwarden')
  if (!refusal) throw error
  const { state, verdict, score } = refusal.data
  process.stderr.write(`${state}: ${verdict} ${score}/100\n${error.details}\n`)
  process.exitCode = 1
}
