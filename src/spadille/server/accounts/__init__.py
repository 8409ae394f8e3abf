"""Who people are: guests with a name, known again by a signed cookie."""
