// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Reads many accounts in one eth_call. It is never deployed: a state override puts it at an address without code, or
/// (run, runAsDelegate) at the account that acts. No answer of a foreign contract can cost more than GAS or MAX_ANSWER.
contract Lens {
    struct Account {
        uint256 balance;
        bytes32 codeHash;
        uint256 codeSize;
        /// The first MAX_CODE bytes: enough to recognize clones and delegations.
        bytes code;
        /// One for each question; empty where the account did not answer, or has used up ACCOUNT_GAS.
        bytes[] answers;
    }

    /// A question to a contract. Without data: the native balance of the target.
    struct Read {
        address target;
        bytes data;
    }

    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    uint256 private constant GAS = 200_000;
    /// Nodes limit the gas of a call: an account that burns it must not cost the answers about the others.
    uint256 private constant ACCOUNT_GAS = 500_000;
    /// Enough to return the answers.
    uint256 private constant RESERVE = 2 * GAS;
    uint256 private constant MAX_ANSWER = 1024;
    uint256 private constant MAX_CODE = 128;

    /// The timestamp tells of which block the state is.
    function look(address[] calldata list, bytes[] calldata questions)
        external
        view
        returns (Account[] memory found, uint256 timestamp)
    {
        timestamp = block.timestamp;
        found = new Account[](list.length);
        for (uint256 i = 0; i < list.length; i++) {
            address account = list[i];
            uint256 size = account.code.length;
            found[i].balance = account.balance;
            found[i].codeHash = account.codehash;
            found[i].codeSize = size;
            if (size == 0) continue;
            found[i].code = beginningOf(account, size > MAX_CODE ? MAX_CODE : size);
            found[i].answers = new bytes[](questions.length);
            uint256 start = gasleft();
            for (uint256 j = 0; j < questions.length && start - gasleft() < ACCOUNT_GAS; j++) {
                found[i].answers[j] = ask(account, questions[j]);
            }
        }
    }

    function read(Read[] calldata reads) public view returns (bytes[] memory answers) {
        answers = new bytes[](reads.length);
        for (uint256 i = 0; i < reads.length; i++) {
            Read calldata each = reads[i];
            // Contracts that burn all their gas cost the answers of those after them, never all answers.
            if (gasleft() < RESERVE) break;
            answers[i] = each.data.length == 0 ? abi.encode(each.target.balance) : ask(each.target, each.data);
        }
    }

    /// Reads, makes a call, reads again. As the code of the sender: the called contract sees the true sender.
    function run(Read[] calldata reads, address to, uint256 value, bytes calldata data)
        external
        payable
        returns (bytes[] memory before, bool succeeded, bytes memory returned, bytes[] memory afterwards)
    {
        before = read(reads);
        (succeeded, returned) = act(to, value, data);
        afterwards = read(reads);
    }

    /// The same with a delegatecall, as the code of a Safe.
    function runAsDelegate(Read[] calldata reads, address to, bytes calldata data)
        external
        payable
        returns (bytes[] memory before, bool succeeded, bytes memory returned, bytes[] memory afterwards)
    {
        before = read(reads);
        (succeeded, returned) = actAsDelegate(to, data);
        afterwards = read(reads);
    }

    /// Makes calls one after another. As the code of the sender.
    function runAll(Call[] calldata calls)
        external
        payable
        returns (bool[] memory succeeded, bytes[] memory returned)
    {
        succeeded = new bool[](calls.length);
        returned = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (succeeded[i], returned[i]) = act(calls[i].to, calls[i].value, calls[i].data);
        }
    }

    /// A delegatecall that reverts as the called code does.
    function delegate(address to, bytes calldata data) external payable {
        (bool succeeded, bytes memory returned) = actAsDelegate(to, data);
        if (succeeded) return;
        assembly {
            revert(add(returned, 32), mload(returned))
        }
    }

    /// Accounts accept payments and tokens as they would with code of their own.
    receive() external payable {}

    fallback() external payable {
        assembly {
            mstore(0, shl(224, shr(224, calldataload(0))))
            return(0, 32)
        }
    }

    function act(address to, uint256 value, bytes calldata data) private returns (bool succeeded, bytes memory returned) {
        bytes memory input = data;
        assembly {
            succeeded := call(gas(), to, value, add(input, 32), mload(input), 0, 0)
        }
        returned = lastAnswer();
    }

    function actAsDelegate(address to, bytes calldata data) private returns (bool succeeded, bytes memory returned) {
        bytes memory input = data;
        assembly {
            succeeded := delegatecall(gas(), to, add(input, 32), mload(input), 0, 0)
        }
        returned = lastAnswer();
    }

    function ask(address target, bytes calldata question) private view returns (bytes memory) {
        bytes memory input = question;
        bool succeeded;
        assembly {
            succeeded := staticcall(GAS, target, add(input, 32), mload(input), 0, 0)
        }
        return succeeded ? lastAnswer() : bytes("");
    }

    function beginningOf(address account, uint256 size) private view returns (bytes memory code) {
        code = new bytes(size);
        assembly {
            extcodecopy(account, add(code, 32), 0, size)
        }
    }

    /// The first MAX_ANSWER bytes of what the last call returned.
    function lastAnswer() private pure returns (bytes memory answer) {
        uint256 size;
        assembly {
            size := returndatasize()
        }
        if (size > MAX_ANSWER) size = MAX_ANSWER;
        answer = new bytes(size);
        assembly {
            returndatacopy(add(answer, 32), 0, size)
        }
    }
}

/// Takes what the owners let it take, as the code of a spender in a simulated block. Never reverts.
contract Spender {
    /// allowance: as much as allowance and balance permit · permit2: the same through the Permit2 contract · item: that
    /// item of an ERC-721 · anyItem: the first item, by tokenOfOwnerByIndex · items: all of one id of an ERC-1155.
    enum Kind {
        allowance,
        permit2,
        item,
        anyItem,
        items
    }

    struct Take {
        Kind kind;
        address token;
        address owner;
        /// Of item and items.
        uint256 id;
    }

    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    uint256 private constant GAS = 500_000;
    uint256 private constant ASK_GAS = 200_000;

    /// How much the owner has less afterwards.
    function take(Take[] calldata takes) external returns (uint256[] memory taken) {
        taken = new uint256[](takes.length);
        for (uint256 i = 0; i < takes.length; i++) {
            if (gasleft() < GAS + 5 * ASK_GAS) break;
            taken[i] = takeOne(takes[i]);
        }
    }

    function takeOne(Take calldata each) private returns (uint256) {
        (address token, address owner, uint256 id) = (each.token, each.owner, each.id);
        if (each.kind == Kind.anyItem) {
            bool isEnumerable;
            (isEnumerable, id) = ask(token, abi.encodeWithSignature("tokenOfOwnerByIndex(address,uint256)", owner, 0));
            if (!isEnumerable) return 0;
        }
        if (each.kind == Kind.item || each.kind == Kind.anyItem) {
            bytes memory held = abi.encodeWithSignature("ownerOf(uint256)", id);
            (bool isHeld, uint256 holder) = ask(token, held);
            if (!isHeld || holder != uint160(owner)) return 0;
            send(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", owner, address(this), id));
            (isHeld, holder) = ask(token, held);
            return isHeld && holder == uint160(owner) ? 0 : 1;
        }
        bytes memory balance = each.kind == Kind.items
            ? abi.encodeWithSignature("balanceOf(address,uint256)", owner, id)
            : abi.encodeWithSignature("balanceOf(address)", owner);
        (bool isKnown, uint256 before) = ask(token, balance);
        if (!isKnown || before == 0) return 0;
        if (each.kind == Kind.items) {
            send(
                token,
                abi.encodeWithSignature(
                    "safeTransferFrom(address,address,uint256,uint256,bytes)", owner, address(this), id, before, ""
                )
            );
        } else {
            spend(each.kind, token, owner, before);
        }
        (bool isKnownAfterwards, uint256 afterwards) = ask(token, balance);
        return isKnownAfterwards && afterwards < before ? before - afterwards : 0;
    }

    function spend(Kind kind, address token, address owner, uint256 amount) private {
        bool isPermit2 = kind == Kind.permit2;
        (, uint256 allowed) = isPermit2
            ? ask(PERMIT2, abi.encodeWithSignature("allowance(address,address,address)", owner, token, address(this)))
            : ask(token, abi.encodeWithSignature("allowance(address,address)", owner, address(this)));
        if (allowed < amount) amount = allowed;
        if (amount == 0) return;
        if (!isPermit2) {
            send(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", owner, address(this), amount));
        } else if (amount <= type(uint160).max) {
            bytes4 transferFrom = bytes4(keccak256("transferFrom(address,address,uint160,address)"));
            send(PERMIT2, abi.encodeWithSelector(transferFrom, owner, address(this), amount, token));
        }
    }

    receive() external payable {}

    /// Contracts that receive tokens answer with the selector of the question.
    fallback() external payable {
        assembly {
            mstore(0, shl(224, shr(224, calldataload(0))))
            return(0, 32)
        }
    }

    function send(address target, bytes memory data) private {
        assembly {
            pop(call(GAS, target, 0, add(data, 32), mload(data), 0, 0))
        }
    }

    /// The first word of the answer.
    function ask(address target, bytes memory data) private view returns (bool succeeded, uint256 word) {
        assembly {
            mstore(0, 0)
            succeeded := staticcall(ASK_GAS, target, add(data, 32), mload(data), 0, 32)
            succeeded := and(succeeded, gt(returndatasize(), 31))
            word := mul(succeeded, mload(0))
        }
    }
}

/// The storage words that are asked for. As the code of an account, whose storage an override of its code does not change.
contract Slots {
    fallback() external {
        assembly {
            for { let at := 0 } lt(at, calldatasize()) { at := add(at, 32) } { mstore(at, sload(calldataload(at))) }
            return(0, calldatasize())
        }
    }
}
