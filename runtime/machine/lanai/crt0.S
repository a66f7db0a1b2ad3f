! Start of a control program. The processor begins at address 0.
	.text
	.section .start, "ax", @progbits
	.globl	_start
	.type	_start, @function
_start:
	mov	hi(__stack_top), %r3
	or	%r3, lo(__stack_top), %sp
	add	%sp, 0, %fp
	bt	main
	nop
	.size	_start, .-_start

	.section .note.inlet, "", @progbits
	.ascii	"machine=lanai abi=1"
	.byte	0
