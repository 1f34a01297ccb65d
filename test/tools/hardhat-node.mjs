// Hardhat's node without a network connection: prints where it listens, and ends with its stdin.
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'

const { chainId, timestamp } = JSON.parse(process.argv[2])
const initialDate = timestamp === undefined ? undefined : new Date(timestamp * 1000)
const node = { type: 'edr-simulated', chainType: 'l1', chainId, initialDate }
const { network } = await createHardhatRuntimeEnvironment({ networks: { node } })
const server = await network.createServer('node', '127.0.0.1', 0)
const { address, port } = await server.listen()
process.stdout.write(`Listening on ${address}:${port}\n`)
process.stdin.on('end', () => process.exit(0)).resume()
