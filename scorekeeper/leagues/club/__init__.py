"""What a club's secretary keeps: who came, who has paid, how members are reached."""
