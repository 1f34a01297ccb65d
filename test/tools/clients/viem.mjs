// node viem.mjs <way> <to> <account>: sends 1 gwei to an address with viem, through ETH_RPC_URL.
import { createPublicClient, createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { permit, runClient } from './run-client.mjs'

const transport = http(process.env.ETH_RPC_URL)
const chain = mainnet
const nodeAccount = (account) => createWalletClient({ account, chain, transport })
const value = 10n ** 9n

await runClient({
  async receiptOf(hash) {
    const { status } = await createPublicClient({ chain, transport, pollingInterval: 50 }).waitForTransactionReceipt({
      hash,
    })
    return status === 'success'
  },
  ways: {
    sendTransaction: (to, account) => nodeAccount(account).sendTransaction({ to, value }),
    sendRawTransaction(to, key) {
      const client = createWalletClient({ account: privateKeyToAccount(key), chain, transport })
      return client.sendTransaction({ to, value })
    },
    async batched(to, key) {
      const batch = http(process.env.ETH_RPC_URL, { batch: true })
      const client = createWalletClient({ account: privateKeyToAccount(key), chain, transport: batch })
      const request = await client.prepareTransactionRequest({ to, value })
      const serializedTransaction = await client.signTransaction(request)
      const reader = createPublicClient({ chain, transport: batch })
      const [hash] = await Promise.all([
        client.sendRawTransaction({ serializedTransaction }),
        reader.getBlockNumber(),
        reader.getBalance({ address: to }),
      ])
      return hash
    },
    sendCalls: (to, account) => nodeAccount(account).sendCalls({ calls: [{ to, value }] }),
    signTypedData: (to, account) => nodeAccount(account).signTypedData(permit(account, to)),
  },
})
