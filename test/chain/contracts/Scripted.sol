// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Any contract of the unseen set: it answers every call with the steps that its maker wrote. What a verdict sees of it is
/// what it does, not what its code looks like.
contract Scripted {
    struct Step {
        uint8 kind;
        address to;
        uint256 value;
        bytes data;
    }

    address public owner;
    address private maker;
    Step[] private steps;

    constructor(address owner_) {
        owner = owner_;
        maker = msg.sender;
    }

    /// Replaces the steps.
    function script(Step[] calldata list) external {
        require(msg.sender == maker, "not the maker");
        delete steps;
        for (uint256 i = 0; i < list.length; i++) steps.push(list[i]);
    }

    fallback() external payable {
        run();
    }

    receive() external payable {
        if (msg.sender.code.length == 0) run();
    }

    /// Reads of accounts, whose origin has no ether, do not run it: it is no function of the contract.
    function run() private {
        if (tx.origin.balance == 0) return;
        for (uint256 i = 0; i < steps.length; i++) {
            Step memory step = steps[i];
            if (step.kind == 0) {
                (bool ok,) = step.to.call{value: step.value}(step.data);
                require(ok, "a step failed");
            } else if (step.kind == 1) {
                (bytes32 slot, bytes32 word) = abi.decode(step.data, (bytes32, bytes32));
                assembly {
                    sstore(slot, word)
                }
            } else if (step.kind == 2) {
                (bytes32 topic, bytes32 first, bytes32 second) = abi.decode(step.data, (bytes32, bytes32, bytes32));
                assembly {
                    log3(0, 0, topic, first, second)
                }
            } else if (step.kind == 3 && tx.gasprice == 0) {
                return;
            } else if (step.kind == 4 && block.basefee == 0) {
                return;
            } else if (step.kind == 5 && block.coinbase == address(0)) {
                return;
            }
        }
    }
}

/// Names without the events of ERC-721.
contract Registry {
    mapping(bytes32 => address) public owner;
    mapping(address => mapping(address => bool)) public managers;

    function register(bytes32 node) external {
        require(owner[node] == address(0), "taken");
        owner[node] = msg.sender;
    }

    function setManager(address manager, bool allowed) external {
        managers[msg.sender][manager] = allowed;
    }

    function setOwner(bytes32 node, address to) external {
        address from = owner[node];
        require(msg.sender == from || managers[from][msg.sender], "not the owner");
        owner[node] = to;
    }
}
