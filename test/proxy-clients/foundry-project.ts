import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOLC = fileURLToPath(new URL('../tools/solc.mjs', import.meta.url))

const files = {
  'foundry.toml': `[profile.default]
libs = []
solc = "${SOLC}"
offline = true
evm_version = "london"
`,
  'src/Box.sol': `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Box {
  uint256 public kept;

  constructor(address payable beneficiary) payable {
    beneficiary.transfer(msg.value);
  }
}
`,
  'script/Pay.s.sol': `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Vm {
  function envAddress(string calldata name) external returns (address);
  function startBroadcast() external;
  function stopBroadcast() external;
}

contract Pay {
  Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

  function run() external {
    address payable to = payable(vm.envAddress("TO"));
    vm.startBroadcast();
    to.transfer(1 gwei);
    vm.stopBroadcast();
  }
}
`,
}

/** A project of forge in a folder; its compiler is the one of `npm run tools`. */
export function writeFoundryProject(folder: string): void {
  for (const name of ['src', 'script']) mkdirSync(join(folder, name), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
}
