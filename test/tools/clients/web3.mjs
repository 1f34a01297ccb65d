// node web3.mjs <way> <to> <account>: sends 1 gwei to an address with web3.js, through ETH_RPC_URL.
import { Web3 } from 'web3'
import { runClient } from './run-client.mjs'

const web3 = new Web3(process.env.ETH_RPC_URL)
web3.eth.transactionPollingInterval = 50
const value = '1000000000'

await runClient({
  receiptOf: async (hash) => (await web3.eth.getTransactionReceipt(hash)).status === 1n,
  ways: {
    sendTransaction: async (to, from) => (await web3.eth.sendTransaction({ from, to, value })).transactionHash,
    async sendRawTransaction(to, key) {
      const [{ address: from }] = web3.eth.accounts.wallet.add(key)
      return (await web3.eth.sendTransaction({ from, to, value, gas: 21_000 })).transactionHash
    },
  },
})
